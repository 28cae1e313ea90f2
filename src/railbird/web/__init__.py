"""The table in the browser: pages, lists over HTTP, and the table protocol over WebSockets."""

from railbird.web.app import WebOptions, create_app

__all__ = ["WebOptions", "create_app"]
