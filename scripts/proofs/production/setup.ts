import type { Machine } from './machine.ts'
import { step } from './step.ts'

export const SETUP_STEPS = [
  'packages',
  'node',
  'code',
  'user',
  'settings',
  'database',
  'service',
  'agent_key',
  'proxy',
  'backup',
]
const FIRST_WITH_PROXY = 'proxy'

/**
 * Kills the setup at the beginning of each step and runs it again to that step's end, then twice as a whole. `typed` is
 * the line of the guide.
 */
export async function proveSetup(machine: Machine, typed: string, startAuthority: () => Promise<void>): Promise<void> {
  await step('--dry-run says every step, and neither it nor a no changes anything', () => machine.run(onlyLook(typed)))
  for (const name of SETUP_STEPS) {
    if (name === FIRST_WITH_PROXY) await startAuthority()
    await step(`${name}: killed in it, run again, and cut off after it`, () =>
      machine.runOnline(`${kill(typed, `now    ${name}:`)}\n${typed} --stop-after ${name}`),
    )
  }
  await step('run to its end: nothing is left to do, and the last line is the link of the first owner', () =>
    machine.runOnline(`${typed} > first.log 2>&1 || { cat first.log; exit 1; }\n${ENDS_WELL}`),
  )
  await step('run again: the same files, roles and databases', () =>
    machine.runOnline(`${STATE} > before\n${typed} > second.log\n${STATE} > after\ndiff before after\n${ENDS_WELL}`),
  )
  await step('files and settings are as the guide says, and no secret was printed', () => machine.run(LOOK))
  await step('another name is refused, and a Caddyfile of somebody else stays', () => machine.run(foreign(typed)))
}

const onlyLook = (typed: string) => `
${typed} --dry-run > dry.log
if printf '%s\\n' portal.example.com you@example.com later /srv/copies no | /opt/yuxian/deploy/setup > no.log 2>&1; then exit 1; fi
tail -n 1 no.log | grep -qx 'Nothing was changed.'
for step in ${SETUP_STEPS.join(' ')}; do grep -q "^would  $step:" dry.log; done
test ! -e /etc/yuxian.env
test ! -e /opt/yuxian-tools
if id yuxian 2>/dev/null; then exit 1; fi
`

/** In a session of its own, so that what it started ends with it. It may be through already. */
export const kill = (typed: string, line: string) => `
: > cut.log
setsid ${typed} > cut.log 2>&1 &
pid=$!
while kill -0 $pid 2>/dev/null && ! grep -q '^${line}' cut.log; do sleep 0.1; done
grep -q '^${line}' cut.log || { cat cut.log; exit 1; }
kill -KILL -- -$pid || true
wait $pid || true
`

const ENDS_WELL = `
grep -qx 'done   backup' first.log
tail -n 1 first.log | grep -q '^https://.*/console/join#'
yx doctor > doctor.log || { cat doctor.log; exit 1; }
`

const STATE = `(
  sha256sum /etc/yuxian.env /etc/caddy/Caddyfile /etc/systemd/system/yuxian.service /root/yuxian-agent-key.pem /usr/local/bin/yx
  cat /etc/passwd /etc/systemd/system/yuxian.service.d/*
  cd / && runuser -u postgres -- psql -Atc 'select rolname, rolpassword from pg_authid where oid > 16000' -c 'select datname from pg_database'
)`

const LOOK = `
test "$(stat -c '%U %a' /etc/yuxian.env)" = 'root 600'
test "$(stat -c '%U %a' /root/yuxian-agent-key.pem)" = 'root 600'
test "$(stat -c '%U %a' /srv/copies)" = 'yuxian 700'
test "$(ls /srv/copies | wc -l)" -ge 1
test "$(cut -d = -f 1 /etc/yuxian.env | sort | tr '\\n' ' ')" = \\
  'BACKUP_HOOK BACKUP_PASSPHRASE DATABASE_URL DOMAIN_CERTIFICATES MODE PUBLIC_URL SECRET_KEY '
grep -Eo '[0-9a-f]{48,}' /etc/yuxian.env > secrets
test "$(wc -l < secrets)" = 3
if grep -qFf secrets first.log second.log cut.log; then exit 1; fi
rm secrets
test "$(runuser -u postgres -- psql -Atc "select count(*) from pg_roles where rolname like 'yuxian%'")" = 1
`

const foreign = (typed: string) => `
if ${typed.replace('portal.example.com', 'other.example.com')} > other.log 2>&1; then exit 1; fi
grep -q 'no setting that exists is changed' other.log
mv /etc/caddy/Caddyfile ours
printf ':80 {\\n\\trespond mine\\n}\\n' > /etc/caddy/Caddyfile
cp /etc/caddy/Caddyfile theirs
if ${typed} > foreign.log 2>&1; then exit 1; fi
grep -q 'stays as it is' foreign.log
cmp theirs /etc/caddy/Caddyfile
cp ours /etc/caddy/Caddyfile
rm /etc/caddy/Caddyfile.yuxian
systemctl restart caddy
`
