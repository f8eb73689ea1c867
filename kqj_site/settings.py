"""Settings of the site. Everything that differs between machines comes from the environment: docs/operations.md."""

from datetime import timedelta

import django_stubs_ext
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from kqj_site import environment as env
from kqj_site.brokers import broker_settings
from kqj_site.database import address, django_database
from kqj_site.logs import log_settings

django_stubs_ext.monkeypatch()  # lets classes such as ModelAdmin[User] say what they hold, as the type checker wants

PROJECT = env.PROJECT
VAR_DIR = env.var_dir()
VAR_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.is_on("KQJ_DEBUG")
SECRET_KEY = env.secret_key()

# --- Apps and the road of a request
INSTALLED_APPS = [
    "kqj_site.apps.SiteConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "accounts",
    "games",
    "tournaments",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "kqj_site.urls"
ASGI_APPLICATION = "kqj_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
# No channel layer named "default": every consumer would open a channel on it (docs/decisions/0005).
CHANNEL_LAYERS: dict[str, object] = {}

# --- Hosts and security
# Its own machine may always ask: health checks do.
ALLOWED_HOSTS = [*env.words("KQJ_ALLOWED_HOSTS"), "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = env.words("KQJ_TRUSTED_ORIGINS")
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("KQJ_PROXIES", 0)
"""How many proxies stand before the site; the visitor's address is then taken from X-Forwarded-For."""
IS_HTTPS = env.is_on("KQJ_HTTPS")
"""Set behind a proxy that speaks HTTPS and sets X-Forwarded-Proto: cookies are then sent over HTTPS only."""
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
"""Subdomains and browsers' preload lists are not the site's to decide; the proxy redirects to HTTPS."""
if IS_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds())
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
SESSION_COOKIE_AGE = int(timedelta(days=90).total_seconds())
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "kqj_site.views.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}

# --- Database, cache, sessions
DATABASES = {"default": django_database(address())}
DATABASES["default"]["TEST"] = {"NAME": env.text("KQJ_TEST_DB", "test_kqj")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.text("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "kqj",
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
        # Django's default of 300 would throw away limits that still count.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# --- Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignUpForm",
    "login": "accounts.forms.SignInForm",
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# "strict": an address that another account has is stored unconfirmed, and only its owner is told (accounts/adapter.py).
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "KQJ: "
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password",)
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # our own views do it: members go on, guests may come in
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "username"
ACCOUNT_PRESERVE_USERNAME_CASING = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
KQJ_GUEST_RATE = env.text("KQJ_GUEST_RATE", "30/h")
"""How many guests one address may make, such as `30/h`; `off` for no limit."""
KQJ_API_GUESTS = env.is_on("KQJ_API_GUESTS", default=True)
"""Whether programs may make guests (`POST /api/v1/guests`)."""
KQJ_API_RATE = env.text("KQJ_API_RATE", "1200/m")
"""How many calls of the API one token may make to one process; `off` for no limit."""
KQJ_TABLE_RATE = env.text("KQJ_TABLE_RATE", "60/h")
"""How many tables one user may open, sitting down there or not; `off` for no limit."""
KQJ_FRIEND_RATE = env.text("KQJ_FRIEND_RATE", "30/d")
"""How many people one user may ask to be friends; `off` for no limit."""
KQJ_RENAME_RATE = env.text("KQJ_RENAME_RATE", "2/30d")
"""How often one user may change name; `off` for no limit."""
KQJ_INVITE_RATE = env.text("KQJ_INVITE_RATE", "60/h")
"""How many invitations to tables one user may send; `off` for no limit."""
if env.is_on("KQJ_NO_RATE_LIMITS"):  # for tests and load runs alone
    ACCOUNT_RATE_LIMITS = False
    KQJ_GUEST_RATE = KQJ_API_RATE = KQJ_TABLE_RATE = KQJ_FRIEND_RATE = KQJ_INVITE_RATE = KQJ_RENAME_RATE = "off"

# --- Mail: into files until a server is set
EMAIL_HOST = env.text("KQJ_MAIL_HOST")
EMAIL_PORT = env.number("KQJ_MAIL_PORT", 587)
EMAIL_HOST_USER = env.text("KQJ_MAIL_USER")
EMAIL_HOST_PASSWORD = env.text("KQJ_MAIL_PASSWORD")
EMAIL_USE_TLS = env.is_on("KQJ_MAIL_TLS", default=True)
EMAIL_TIMEOUT = 20
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("KQJ_MAIL_FROM", "KQJ <no-reply@localhost>")

# --- Calling people who are elsewhere: browsers by Web Push, and links in mails
KQJ_URL = env.text("KQJ_URL", "http://localhost:8000").rstrip("/")
"""Under which address people reach the site; links in mails begin with it."""
KQJ_VAPID_KEY = env.vapid_key()
KQJ_PUSH_CONTACT = env.text("KQJ_PUSH_CONTACT", "mailto:no-reply@localhost")
"""Where push services find who runs the site: a mailto: or https: address."""
KQJ_PUSH_ORIGINS = env.words(
    "KQJ_PUSH_ORIGINS",
    "https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,"
    "https://*.notify.windows.com",
)
"""The push services that the site calls; a user's browser names the address, so no others."""

# --- Languages and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [PROJECT / "locale"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- Static files: hashed names, served by the site itself
STATIC_URL = "/static/"
STATICFILES_DIRS = [PROJECT / "static"]
STATIC_ROOT = env.text("KQJ_STATIC_ROOT") or VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "kqj_site.static_files.HashedStaticFilesStorage"},
}

# --- Celery (the rest is in celery.py) and logging
_broker = broker_settings(redis_url=REDIS_URL, var_dir=VAR_DIR)
CELERY_BROKER_URL = _broker["url"]
CELERY_BROKER_TRANSPORT_OPTIONS = _broker["options"]
LOGGING = log_settings(level=env.text("KQJ_LOG_LEVEL", "INFO"))

# --- The game's clocks
KQJ_SILENT_SECONDS = env.seconds("KQJ_SILENT_SECONDS", 60)
"""A connected person who has to act is played by a bot after this time."""
KQJ_AWAY_SECONDS = env.seconds("KQJ_AWAY_SECONDS", 20)
"""The same for a person who is not connected."""
KQJ_BREAK_SECONDS = env.seconds("KQJ_BREAK_SECONDS", 10)
"""How long the result of a round stands before play goes on by itself."""
KQJ_FILL_SECONDS = env.seconds("KQJ_FILL_SECONDS", 8)
"""How long a "Play now" table waits for people before bots fill it."""
KQJ_BOT_PACE_MS = env.number("KQJ_BOT_PACE_MS", 400)
"""How long a bot seems to think."""
KQJ_GUARD_SECONDS = env.seconds("KQJ_GUARD_SECONDS", 10)
"""How long an open socket may outlive the session or token that opened it."""
KQJ_SOCKET_RATE = 0 if env.is_on("KQJ_NO_RATE_LIMITS") else env.number("KQJ_SOCKET_RATE", 20)
"""Messages a second from all sockets of one user to one process, three seconds' worth at once; 0 for no limit."""
KQJ_USER_SOCKETS = 0 if env.is_on("KQJ_NO_RATE_LIMITS") else env.number("KQJ_USER_SOCKETS", 30)
"""Sockets that one user may have open to one process; 0 for no limit."""
