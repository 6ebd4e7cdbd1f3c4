import type { StepOf } from './step.ts'

type Run = (script: string) => Promise<string>

const SERVED = 'fish.example.org'
const CLOSED = 'closed.example.org'
const STRANGER = 'stranger.example.net'
const AUTHORITY = 'acme.example.org'
export const AUTHORITY_URL = `https://${AUTHORITY}:14000/acme/local/directory`
const ROOT = '/var/lib/local-acme/pki/authorities/local/root.crt'

/** Domains of resellers behind Caddy, which gets a certificate for each at its first visit. */
export async function proveDomains(run: Run, step: StepOf): Promise<void> {
  await step(`${SERVED} is a reseller's, ${CLOSED} a suspended one's`, () => run(ADD_DOMAINS))
  await step(`${SERVED} gets its certificate at the first visit`, () => run(visit(SERVED)))
  for (const host of [CLOSED, STRANGER]) {
    await step(`${host} gets none`, () => run(`if ${visit(host, '')}; then exit 1; fi`))
  }
  await step(`${CLOSED} gets one when its reseller goes on`, () => run(`${RESUME}\n${visit(CLOSED)}`))
  await step('a visitor asks in vain which domains there are', () => run(ASK_AS_VISITOR))
}

const visit = (host: string, retry = '--retry 20 --retry-delay 1 --retry-all-errors') =>
  `curl --fail --silent --show-error --max-time 30 ${retry} https://${host}/readyz`

/** The authority is a second Caddy: it speaks ACME and checks names like a public one, and /etc/hosts points them here. */
export const START_AUTHORITY = `
echo '127.0.0.1 ${AUTHORITY} ${SERVED} ${CLOSED} ${STRANGER}' >> /etc/hosts
cat > /root/authority.Caddyfile <<'END'
{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system /var/lib/local-acme
	http_port 8099
}
https://${AUTHORITY}:14000 {
	tls internal
	acme_server
}
END
systemd-run --quiet --unit=local-acme caddy run --adapter caddyfile --config /root/authority.Caddyfile
for _ in $(seq 100); do test -f ${ROOT} && break; sleep 0.2; done
cp ${ROOT} /usr/local/share/ca-certificates/local-acme.crt
update-ca-certificates
`

const ADD_DOMAINS = `
yx resellers add --key 260
yx resellers add --key 228
yx domains add --reseller 260 --host ${SERVED} --verified
yx domains add --reseller 228 --host ${CLOSED} --verified
yx resellers suspend --reseller 228 --reason unpaid
`

const RESUME = 'yx resellers resume --reseller 228'

const ASK_AS_VISITOR = `
test "$(curl --silent --output /dev/null --write-out '%{http_code}' \
  'https://${SERVED}/internal/domain-allowed?domain=${SERVED}')" = 404
test "$(curl --silent 'http://127.0.0.1:3000/internal/domain-allowed?domain=${SERVED}')" = yes
test "$(curl --silent --header 'x-forwarded-for: 127.0.0.1' --output /dev/null --write-out '%{http_code}' \
  'http://127.0.0.1:3000/internal/domain-allowed?domain=${SERVED}')" = 404
`
