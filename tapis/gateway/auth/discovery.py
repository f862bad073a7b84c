"""Public endpoints: health, the supported sign-in methods, and the JSON Web Key Set."""

from importlib.metadata import version

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tapis.gateway.context import Context

DESCRIPTION = "GoTrue is a user registration and authentication API"
UNSUPPORTED_PROVIDERS = (
    "anonymous_users", "apple", "azure", "bitbucket", "discord", "facebook", "snapchat", "figma", "fly",
    "github", "gitlab", "google", "keycloak", "kakao", "linkedin", "linkedin_oidc", "notion", "spotify",
    "slack", "slack_oidc", "workos", "twitch", "twitter", "phone", "zoom",
)  # fmt: skip


async def health(_context: Context, _request: Request) -> Response:
    return JSONResponse({"version": version("tapis"), "name": "GoTrue", "description": DESCRIPTION})


async def settings(context: Context, _request: Request) -> Response:
    """GET /settings: email and password is the only sign-in method."""
    return JSONResponse(
        {
            "external": {**dict.fromkeys(UNSUPPORTED_PROVIDERS, False), "email": True},
            "disable_signup": False,
            "mailer_autoconfirm": not context.settings.smtp_url,
            "phone_autoconfirm": False,
            "sms_provider": "",
            "saml_enabled": False,
            "saml_private_key_next_configured": False,
            "passkeys_enabled": False,
        }
    )


async def jwks(context: Context, _request: Request) -> Response:
    return JSONResponse(context.keyring.jwks(), headers={"Cache-Control": "public, max-age=600"})
