# What the walk needs beside the documents' own lines: to wait until a shop is open, and damage to be repaired.

open_at() {
  for second in $(seq 120); do
    python3 -c "import urllib.request as r; r.urlopen('http://127.0.0.1:$1/readyz')" 2> /dev/null && return
    sleep 1
  done
  tail -n 30 /var/log/tapis.log
  return 1
}

# closed JOB: ends a server in the background, which a shell and runuser may hold.
closed() {
  server=$1
  until readlink "/proc/$server/exe" | grep --quiet python; do
    server=$(cut -d ' ' -f 1 "/proc/$server/task/$server/children")
  done
  kill "$server"
  wait "$1"
}

# refuses SENTENCE COMMAND…: it ends with status 1 and says so.
refuses() {
  sentence=$1
  shift
  ! said=$("$@" 2>&1)
  echo "$said"
  echo "$said" | grep --quiet --fixed-strings "$sentence"
}

wrong_password() {
  key=$(tapis keys --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["anon_key"])')
  python3 - "$key" "$1" <<'END'
import json, os, sys, urllib.error, urllib.request as web
key, email = sys.argv[1:]
person = json.dumps({"email": email, "password": "wrong"}).encode()
url = f"http://127.0.0.1:{os.environ['PORT']}/auth/v1/token?grant_type=password"
try:
    web.urlopen(web.Request(url, person, {"apikey": key, "Content-Type": "application/json"}))
except urllib.error.HTTPError as refused:
    assert refused.code == 400
END
}

broken_by_hand_and_repaired() {
  tapis psql -- -c 'drop index public.gallery_newest_first'
  tapis psql -- -c "alter table public.products drop constraint products_price_not_negative"
  refuses public.gallery_newest_first tapis doctor
  tapis doctor --repair
  tapis doctor
}

a_picture_is_lost_and_comes_back() {
  file=$(find /var/lib/tapis/files -type f -size +20k -print -quit)
  mv "$file" /root/lost
  refuses bytes-missing tapis doctor
  mv /root/lost "$file"
  tapis doctor
}
