"""What people do together: matches, one visitor on several devices, news for pages that stay open."""
