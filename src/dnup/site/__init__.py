"""The files of the page, for the server and for `dnup site`."""

from dnup.site.compressed import CODINGS, press
from dnup.site.files import File, Site, read_site

__all__ = ["CODINGS", "File", "Site", "press", "read_site"]
