"""The table in twenty canned views, for pictures, measurements and tests of the page. It does not ship.

`python -m tools.page.demo` serves the page with the views at /demo; `python -m tools.page.demo.views` rewrites them.
"""
