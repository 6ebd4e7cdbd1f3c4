const COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'X-XSRF-TOKEN'

/** Null in a frame that keeps no cookies; the server then goes by the request's origin. */
export function readXsrfToken(): string | null {
  try {
    const pair = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`))
    return pair ? decodeURIComponent(pair.slice(COOKIE.length + 1)) : null
  } catch {
    return null
  }
}
