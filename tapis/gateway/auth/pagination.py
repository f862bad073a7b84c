"""Pages of a list: which one is asked for, and the headers that tell where the others are."""

from dataclasses import dataclass

from starlette.requests import Request

from tapis.gateway.errors import AuthRefusal

LARGEST_PAGE = 1_000
LAST_PAGE = 1_000_000


@dataclass(frozen=True, slots=True)
class Page:
    """A page by its number, from 1, and how many entries it holds."""

    number: int
    size: int

    @classmethod
    def of(cls, request: Request) -> "Page":
        """Read `page` and `per_page`; empty means the default, 1 and 50. Raises AuthRefusal, 400."""
        return cls(_whole(request, "page", 1, LAST_PAGE), _whole(request, "per_page", 50, LARGEST_PAGE))

    @property
    def offset(self) -> int:
        return (self.number - 1) * self.size

    def headers(self, request: Request, total: int) -> dict[str, str]:
        """Link to the next and the last page, with `page` first, where clients look for it; and the total."""
        last = max(1, -(-total // self.size))
        links = [f'<{self._address(request, last)}>; rel="last"']
        if self.number < last:
            links.insert(0, f'<{self._address(request, self.number + 1)}>; rel="next"')
        return {"Link": ", ".join(links), "X-Total-Count": str(total)}

    def _address(self, request: Request, number: int) -> str:
        return f"{request.url.replace(query='', fragment='')}?page={number}&per_page={self.size}"


def _whole(request: Request, name: str, default: int, largest: int) -> int:
    text = request.query_params.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1):
        why = f'{name} must be a whole number from 1, not "{text[:20]}"'
        raise AuthRefusal(400, "validation_failed", f"Bad Pagination Parameters: {why}")
    return min(int(text), largest)
