// Runs unchanged inside the HTML of every page of /user. Its answer is there before the code that shows it;
// ui/http/exchange.ts uses it instead of asking. A user with a device credential is signed in with that. Only on the
// page that draws the first card itself, the token of the last visit loads the card until then; elsewhere nobody would
// read the answer, and an unread answer keeps its connection open.
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
    // The page sends its own request.
  }
})()
