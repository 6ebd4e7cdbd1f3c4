// Runs unchanged inside the HTML of the shell and of the login page. Panels that users came from have all their pages
// behind `#/`: their links and bookmarks lead to our page for the same thing, with brand and invite code, before any other
// code runs.
;(() => {
  const [, page, query] = /^#\/([a-z]*)[^?]*\??(.*)$/i.exec(location.hash) || []
  if (page === undefined) return
  const places = new Map([
    ['login', '/login'],
    ['register', '/reg'],
    ['forgetpassword', '/find_pass'],
    ['plan', '/user/tcBuy'],
    ['order', '/user/user_payment'],
    ['invite', '/user/invite'],
    ['ticket', '/user/customer_service'],
    ['knowledge', '/user/use_tutorial'],
    ['node', '/user/line_list'],
    ['traffic', '/user/usage_record'],
  ])
  const asked = new URLSearchParams(location.search)
  const code = new URLSearchParams(query).get('code')
  if (code) asked.set('invite', code)
  const search = String(asked)
  const place = (places.get(page.toLowerCase()) || '/user') + (search && `?${search}`)
  // The login page would show its form before any code has loaded; the shell is empty.
  if (/^\/login\/?$/i.test(location.pathname)) location.replace(place)
  else history.replaceState(null, '', place)
})()
