// Runs inside the HTML of every page of /user, as it stands. The answer is there when the code that shows it is;
// ui/http/exchange.ts takes it instead of asking. Who has a device credential is signed in by that. On the page that draws
// the first card by itself, the token of the last visit shows it to them until then; elsewhere nobody would read the
// answer, and an answer that nobody reads keeps its connection.
;(() => {
  try {
    const stored = (name) => localStorage.getItem(name) || ''
    const bare = (stored('userToken') || stored('token')).replace(/^\s*Bearer(\s+|$)/i, '').trim()
    const isRemembered = stored('username') && stored('password')
    if (!bare || (isRemembered && !/^\/user\/?$/i.test(location.pathname))) return
    const authorization = `Bearer ${bare}`
    const language = document.documentElement.lang
    const body = JSON.stringify({ dailiKey: JSON.parse(document.getElementById('brand').textContent).brand.key })
    const headers = {
      accept: 'application/json',
      'accept-language': language,
      'content-type': 'application/json',
      authorization,
    }
    const [, echo] = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie) || []
    if (echo) headers['X-XSRF-TOKEN'] = decodeURIComponent(echo)
    if (crypto.randomUUID) headers['x-request-id'] = crypto.randomUUID()
    const url = '/api/user/info'
    const answer = fetch(url, { method: 'POST', headers, body, credentials: 'same-origin', cache: 'no-store' })
    answer.catch(() => {})
    window.early = { of: [url, body, authorization, language].join('\n'), answer }
  } catch {
    // The page asks by itself.
  }
})()
