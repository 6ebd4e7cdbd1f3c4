const PLACE = /^(?=.{4,260}$)(?:[a-z0-9-]+\.)+[a-z0-9-]+:[1-9]\d{0,4}$/

/** Reads LIFELINE_HOSTS: names with ports, separated by commas. No addresses and no wildcards. */
export function lifelineHosts(text: string | undefined, wrong: string[]): string[] {
  const places = (text ?? '').split(',').filter((place) => place !== '')
  if (!places.every((place) => PLACE.test(place)))
    wrong.push('LIFELINE_HOSTS must be names in small letters with a port, separated by commas')
  return places
}
