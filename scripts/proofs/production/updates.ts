import type { Machine } from './machine.ts'
import { kill } from './setup.ts'
import { step } from './step.ts'

/** `yx update` and `yx go-back`: from an archive, to a release that does not start, killed in between, and back. */
export async function proveUpdates(machine: Machine): Promise<void> {
  await step('two newer releases: one good, one that does not start', () => machine.run(MAKE_RELEASES))
  await step('what is no release changes nothing', () => machine.runOnline(REFUSED))
  await step('yx update ARCHIVE: a backup, the new release, the old one kept', () => machine.runOnline(UPDATE))
  await step('killed while it switches to a bad release', () =>
    machine.runOnline(kill('yx update bad', 'Switching to 0.999.2')),
  )
  await step('yx update REF: mends that, tries the bad one, and goes back by itself', () => machine.runOnline(BAD))
  await step('yx go-back, and no further', () => machine.run(GO_BACK))
}

/** The way out knows nothing of this machine's names. */
const CURL = "curl --noproxy '*' --fail --silent --show-error"

const runs = (version: string) => `
test "$(yx version)" = "yuxian ${version}"
${CURL} --retry 60 --retry-delay 1 --retry-all-errors https://portal.example.com/readyz
test "$(${CURL} https://portal.example.com/healthz)" = "ok ${version}"
`

/** Of nothing but a call that nobody signed: neither a restart, nor an update, nor a way back pages anybody. */
export const ALERTED_OF_STRANGERS = `
yx call alerts.list --json > alerts.json
test "$(grep -o '"kind":"[a-z._]*"' alerts.json)" = '"kind":"node.refused"'
`

const MAKE_RELEASES = `
sed -n 's/^  "version": "\\(.*\\)",$/\\1/p' /opt/yuxian/package.json > first-version
git clone --quiet /srv/yuxian.git next
cd next
git config user.name proof && git config user.email proof@example.com
sed -i '0,/"version": ".*"/s//"version": "0.999.1"/' package.json
git commit --quiet --all --message next
git archive --format=tar.gz --prefix=yuxian-0.999.1/ --output=/root/yuxian-0.999.1.tar.gz HEAD
sed -i '0,/"version": ".*"/s//"version": "0.999.2"/' package.json
sed -i '1i throw new Error("this release does not start")' server/main.ts
git commit --quiet --all --message bad
git push --quiet origin HEAD:refs/heads/bad
`

const REFUSED = `
if yx update nowhere > refused.log 2>&1; then exit 1; fi
grep -q 'Nothing was changed' refused.log
tar --create --gzip --file other.tar.gz /etc/hostname 2>/dev/null
if yx update other.tar.gz > refused.log 2>&1; then exit 1; fi
grep -q 'Nothing was changed' refused.log
test ! -L /opt/yuxian
if yx go-back > refused.log 2>&1; then exit 1; fi
`

const UPDATE = `
copies=$(ls /srv/copies | wc -l)
yx update yuxian-0.999.1.tar.gz
${runs('0.999.1')}
test "$(ls /srv/copies | wc -l)" = $((copies + 1))
readlink /opt/yuxian | grep -q '^/opt/yuxian-releases/0.999.1-'
test "$(sed -n 's/^  "version": "\\(.*\\)",$/\\1/p' /opt/yuxian.old/package.json)" = "$(cat first-version)"
yx doctor > doctor.log || { cat doctor.log; exit 1; }
${ALERTED_OF_STRANGERS}
`

const BAD = `
good=$(readlink -f /opt/yuxian.old)
if yx update bad > bad.log 2>&1; then exit 1; fi
grep -q 'An update was cut off. Going back to 0.999.1 first' bad.log
grep -q 'this release does not start' bad.log
grep -q '0.999.1 serves again' bad.log
${runs('0.999.1')}
test "$(readlink -f /opt/yuxian.old)" = "$good"
`

const GO_BACK = `
yx go-back
${runs('$(cat first-version)')}
yx doctor > doctor.log || { cat doctor.log; exit 1; }
if yx go-back > refused.log 2>&1; then exit 1; fi
grep -q 'no release before' refused.log
${ALERTED_OF_STRANGERS}
`
