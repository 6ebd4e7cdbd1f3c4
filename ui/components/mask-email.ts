/** As in the mails: enough for its owner to know it, too little for whoever looks over the shoulder. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${address[0]}***${address.slice(at)}`
}
