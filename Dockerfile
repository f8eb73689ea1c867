# One image for all processes of the site; compose.yaml says which runs what.
FROM python:3.12-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PATH=/site/.venv/bin:$PATH KQJ_VAR_DIR=/site/var
WORKDIR /site
RUN useradd --create-home --uid 10001 kqj && mkdir var && chown kqj: var
COPY requirements.txt ./
RUN python -m venv .venv && pip install --no-cache-dir --disable-pip-version-check -r requirements.txt
COPY . .
USER kqj
RUN DJANGO_SECRET_KEY=used-for-this-step-alone python manage.py prepare --only-static
EXPOSE 8000
CMD ["python", "-m", "daphne", "--bind", "0.0.0.0", "--port", "8000", "--verbosity", "0", "--no-server-name", "kqj_site.asgi:application"]
