"""Settings. What differs between machines is an environment variable; the README lists them."""

from pathlib import Path

from games.pages import languages
from scorekeeper import charsets, database, env, mail, uuid_hash

uuid_hash.install()
charsets.install()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "data"

DEBUG = env.flag("DEBUG")
# Plug-in games. The server runs these files, so only the host may write them: docs/adding-a-game.md
GAMES_FOLDER = Path(env.text("GAMES_FOLDER", str(DATA_DIR / "games")))
DATABASES = {"default": database.settings(env.text("DATABASE_URL", f"sqlite:///{DATA_DIR}/scorekeeper.sqlite3"))}
SECRET_KEY = env.text("SECRET_KEY", "") or database.secret(database.folder(DATABASES["default"]) or DATA_DIR)
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # games/web/staff.py is its only site
    "games",  # before Django's apps, as it replaces `changepassword`
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "scorekeeper.proxies.middleware",  # before everything that asks for the client's address or protocol
    "scorekeeper.headers.middleware",
    "scorekeeper.security_log.middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.plain.middleware",
    "scorekeeper.compression.CompressionMiddleware",
    "scorekeeper.sessions.SessionMiddleware",
    "scorekeeper.region.RegionMiddleware",
    "scorekeeper.uploads.middleware",  # before everything that parses a body
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.http.person.middleware",
    "scorekeeper.write_throttle.middleware",
    "scorekeeper.daily_bytes.Middleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

DATA_UPLOAD_MAX_MEMORY_SIZE = None  # scorekeeper/uploads.py limits every body, each view by its own limit

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
AUTH_USER_MODEL = "games.Person"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Jinja2 first, for all our pages; Django's own engine for the templates of other apps.
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "environment": "scorekeeper.jinja.environment",
            "context_processors": ["scorekeeper.jinja.asker"],
        },
    },
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

STATIC_URL = "/static/"
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [
    BASE_DIR / "static",
    ("pictures", BASE_DIR / "docs" / "pictures"),  # the manifest's screenshots, which browsers show before installing
]
# The phone's Python, built by `go.py run`. Without it, or if it is switched off, Django answers every request.
PHONE = BASE_DIR / "build" / "phone"
WORKER = env.flag("SCOREKEEPER_WORKER", True) and PHONE.is_dir()
if PHONE.is_dir():
    STATICFILES_DIRS.append(("phone", PHONE))
STATIC_ROOT = BASE_DIR / "build" / "static"
FONTS = BASE_DIR / "build" / "fonts"  # built by `go.py run`, too; without them links have no picture
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "games.bundle.static_files.StaticFilesStorage"},
}

LANGUAGE_CODE = "en"
LANGUAGES = [*languages.LANGUAGES, *languages.REGIONS]
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
LOCALE_PATHS = [BASE_DIR / "build" / "locale"]  # compiled from locale/ by `go.py run` and `go.py test`
# The pseudo-language of `go.py words`: plain English on its pages is a text that was not marked for translation.
if (LOCALE_PATHS[0] / "en_XA").is_dir():
    LANGUAGES.append(("en-xa", "Pseudo-English"))

TIME_ZONE = "UTC"
USE_TZ = True

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # the server stores no messages
SESSION_ENGINE = "scorekeeper.sessions"
SESSION_COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one: a guest has no other way to sign in
CSRF_COOKIE_HTTPONLY = True  # the token is in the page; no script needs the cookie

# Behind a proxy that speaks https. HSTS then applies to this host, but not to its subdomains.
HTTPS = env.flag("HTTPS")
# Whose X-Forwarded-For and X-Forwarded-Proto count: a proxy on this machine, unless the setting names others.
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES", "127.0.0.1,::1" if HTTPS else "")
# Both off by default, see scorekeeper/metrics.py and scorekeeper/access_log.py.
METRICS_KEY = env.key("METRICS_KEY")
ACCESS_LOG = env.text("ACCESS_LOG", "")  # a path, or `-` for the standard output
ACCESS_LOG_ADDRESSES = env.flag("ACCESS_LOG_ADDRESSES")
# A file with key and certificate, for a server that speaks https itself; `go.py run --phone` creates it. There is no
# HSTS then, as other servers may use the same names later.
CERTIFICATE = env.text("CERTIFICATE", "")
# The address that the server listens on: this machine, where a proxy usually runs; 0.0.0.0 in a container.
LISTEN = env.text("LISTEN", "127.0.0.1")
WORKERS = env.number("WORKERS", 2, least=1)  # processes
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS or bool(CERTIFICATE)
if (
    SESSION_COOKIE_SECURE
):  # with this prefix a subdomain cannot plant a cookie, and so sign someone in as another person
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if HTTPS else []
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # subdomains and preloading of HSTS: the host decides

# Accounts: allauth handles passwords, passkeys and e-mail; games/web/account/ has the pages and the rules.
REGISTRATION = env.choice("REGISTRATION", ("open", "invited", "closed"))  # whether strangers may write
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"games.web.account.password_validators.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL, LOGIN_REDIRECT_URL = "account_login", "you"

ACCOUNT_ADAPTER = "games.web.account.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "games.web.account.forms.SignInForm",
    "change_password": "games.web.account.forms.ChangePasswordForm",
    "reset_password": "games.web.account.forms.ForgottenForm",
    "reset_password_from_key": "games.web.account.forms.NewPasswordForm",
    "reauthenticate": "games.web.account.forms.ReauthenticateForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests may sign in, too: they merge into the account
ACCOUNT_CHANGE_EMAIL = True  # one address; the old one holds until the new one is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before a password, passkey or address changes
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "games.services.reset_links.ResetLinks"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# All workers count in the same table, see CACHES.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "30/5m/ip,5/5m/key",  # `key`: one account and one client address
    "login_failed_anywhere": "20/h/key",  # `key`: one account, from a known browser or from all unknown ones
    "reauthenticate": False,  # counts like a sign-in of that account: games/web/account/adapters.py
    "change_password": False,  # instead, each browser has an own limit: games/web/account/password.py
    "change_password_here": "5/m/key,20/h/key",  # `key`: a known browser, or a person who has just proved themselves
    "reset_password": "10/10m/ip,3/10m/key,20/d/key",  # `key`: the address of the e-mail
    "reset_password_from_key": "20/m/ip",
    "manage_email": "10/m/user,60/d/key",  # `key`: a person, until the next end of all other access
    # The e-mails that confirm an address: games/web/account/confirmation.py
    "confirm_again": "1/3m/key",  # `key`: a person and an address
    "confirm_for_person": "5/10m/key,20/d/key",
    "confirm_from_place": "10/10m/ip,3/h/key",  # `key`: a client address and an address of an e-mail
    "confirm_address": "20/d/key",
    "import": "20/10m/ip",  # imported files: games/web/imports.py
}
MFA_ADAPTER = "games.web.account.adapters.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"  # a fingerprint or a code: a key in the hand of a thief opens nothing
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a passkey works without an address
MFA_RATE_LIMITS = {"webauthn_login": "60/5m/ip"}
ALLAUTH_TRUSTED_PROXY_COUNT = 0  # scorekeeper/proxies.py sets REMOTE_ADDR to the client's address

# E-mail confirms addresses and resets forgotten passwords. Everything else works without it.
MAIL = mail.settings(env.text("EMAIL_URL", ""))
EMAIL_BACKEND, EMAIL_HOST, EMAIL_PORT = MAIL.backend, MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starttls, MAIL.ssl
EMAIL_TIMEOUT = 10  # seconds; someone waits for the page
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "scorekeeper@localhost")
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL.is_sent else "none"

# `default` is shared by all workers, for the limits of passwords and e-mails. `worker` belongs to one process.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "games_limits",
        "KEY_FUNCTION": "scorekeeper.cache_keys.hashed_key",
        # Beyond this number a third is deleted. With Django's 300, someone with many addresses could reset the limits.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
    "worker": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}

# Errors, sign-ins and refused requests go to the console. No line has a path, as paths may hold links that are keys.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "short": {"()": "scorekeeper.away.ShortTracebackFilter"},
        "route": {"()": "scorekeeper.security_log.RouteFilter"},
    },
    "formatters": {
        "utc": {
            "()": "scorekeeper.security_log.UtcFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "filters": ["route", "short"], "formatter": "utc"},
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "scorekeeper.security": {"level": "INFO"},
    },
}

GUEST_MEGABYTES = env.number("GUEST_MEGABYTES", 100)  # stored in a day by all guests of an address; 0: any number
THROTTLE = env.number("THROTTLE", 50)  # requests a second for one key; 0: as many as they like

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.http.keys.KeyAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsers.LimitedJsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["games.api.throttles.PerKey"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "games.api.openapi.operation.Operation",
    "NUM_PROXIES": 0,  # scorekeeper/proxies.py sets REMOTE_ADDR to the client's address
    "EXCEPTION_HANDLER": "games.api.errors.handle",
    "UNAUTHENTICATED_USER": None,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Scorekeeper",
    "DESCRIPTION": "The score of card games: everything the app can do, for programs. docs/api.md tells how.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["games.api.openapi.components.add"],
    "DISABLE_DOCSTRING_DESCRIPTIONS": True,  # those of serializers are for developers
}
