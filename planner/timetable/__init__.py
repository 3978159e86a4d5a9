"""One service day compiled to columns in scan order."""
