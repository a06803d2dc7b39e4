"""The page as files: what a server sends, and what `dnup site` writes for any web host."""

from dnup.site.files import File, Site, read_site
from dnup.site.pressed import CODINGS, press

__all__ = ["CODINGS", "File", "Site", "press", "read_site"]
