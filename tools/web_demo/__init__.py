"""The table in twenty canned views, for pictures, measurements and tests of the page. It does not ship.

`python -m tools.web_demo` serves the page with the views at /demo; `python -m tools.web_demo.views` writes them anew.
"""
