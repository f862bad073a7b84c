"""The HTTPS client of push services; imported with httpx for the first message only."""

from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx


class PushClient:
    def __init__(self, seconds: float) -> None:
        self._client = httpx.AsyncClient(
            verify=httpx.create_ssl_context(),
            timeout=seconds,
            trust_env=False,
            follow_redirects=False,
            # Hosts may share an address: connections and cookies must not be shared between them.
            limits=httpx.Limits(max_keepalive_connections=0),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
        )

    async def post(self, url: str, host: str, headers: Mapping[str, str], content: bytes) -> tuple[int, str]:
        """The response's status and Retry-After. Raises ConnectionError without a response.

        The certificate must match `host`, although the connection goes to the address in `url`.
        """
        request = self._client.stream(
            "POST", url, content=content, headers=headers, extensions={"sni_hostname": host}
        )
        try:
            async with request as response:
                return response.status_code, response.headers.get("Retry-After", "")
        except httpx.HTTPError as error:
            raise ConnectionError(type(error).__name__) from error
