/**
 * The parts that a client's link may hold in braces. `url` is the address that is handed over, `name` the name to show.
 * Plain parts are percent-encoded. `.raw`: as it is. `.twice`: encoded twice, for clients that decode twice.
 */
const parts = {
  url: ({ url }) => encodeURIComponent(url),
  'url.raw': ({ url }) => url,
  'url.twice': ({ url }) => encodeURIComponent(encodeURIComponent(url)),
  'url.base64url': ({ url }) => base64(url).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  name: ({ name }) => encodeURIComponent(name),
  'name.twice': ({ name }) => encodeURIComponent(encodeURIComponent(name)),
  /** Throne: address and name together, in the standard alphabet. */
  'named.base64': ({ url, name }) => encodeURIComponent(base64(`${url}#${encodeURIComponent(name)}`)),
  /** Quantumult X: a comma would end the name. */
  resource: ({ url, name }) =>
    encodeURIComponent(JSON.stringify({ server_remote: [`${url}, tag=${name.replaceAll(',', '，')}`] })),
} satisfies Record<string, (given: Given) => string>

type Given = { url: string; name: string }

/** Fills a link. A part in braces that is unknown stays as it is. */
export function fillLink(link: string, given: Given): string {
  return link.replaceAll(/\{([a-z\d.]+)\}/g, (text, part: string) =>
    Object.hasOwn(parts, part) ? parts[part as keyof typeof parts](given) : text,
  )
}

/** Names the format in the address, so that it does not depend on the client's user agent. */
export function flaggedUrl(url: string, format: string): string {
  const address = new URL(url)
  address.searchParams.set('flag', format)
  return address.href
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
