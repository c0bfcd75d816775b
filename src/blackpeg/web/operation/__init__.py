"""What whoever runs the web app decides and watches: names, proxies, quotas, health, metrics, a log of requests."""
