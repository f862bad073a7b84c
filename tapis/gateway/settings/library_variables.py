"""Environment variables of libraries that belong to a shop's settings.

The settings file may contain them; they are then put into the environment.
"""

SECRET_VARIABLES = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
LIBRARY_VARIABLES = (
    # Credentials, endpoint and region of the bucket (docs/operate.md, Images in a bucket).
    "AWS_ACCESS_KEY_ID",
    *SECRET_VARIABLES,
    "AWS_REGION",
    "AWS_DEFAULT_REGION",
    "AWS_ENDPOINT_URL_S3",
    "AWS_ENDPOINT_URL",
    "AWS_ENDPOINT",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_ROLE_ARN",
    "AWS_ROLE_SESSION_NAME",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
    # Certificate authorities of the mail server and of the store.
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
)
