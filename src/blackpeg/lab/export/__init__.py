"""Tables of stored games and of traces: as CSV, JSON lines or Parquet files, and as pandas DataFrames."""
