import { expect, it } from 'vitest'

import { fillLink, flaggedUrl } from './client-links.ts'
import { clients, feedLink } from './clients.ts'

const URL_TEXT = 'https://line.example/sub/AbC-_1?app_key=yx_260'
const TITLE = '海豚 加速 & 节点 #1 + 50% =，快'
const LINE = 'vmess://eyJwcyI6ICLmtbfosZog+/5IC=?a=%2Fa%2520b#HK%2001 +'

type Read = { url: string | null; name: string | null }
type Reader = (link: string) => Read

/** Most clients: decoded pairs of the query. */
const query =
  (start: string, hasName = true): Reader =>
  (link) => {
    expect(link.startsWith(`${start}?`)).toBe(true)
    const pairs = new URLSearchParams(link.slice(start.length + 1))
    return { url: pairs.get('url'), name: hasName ? pairs.get('name') : null }
  }

/** Verge: everything behind `url=`, decoded once. */
const verge: Reader = (link) => {
  const text = link.split('?')[1]!
  return {
    url: decodeURIComponent(text.slice(text.indexOf('url=') + 4)),
    name: new URLSearchParams(text).get('name'),
  }
}

/** What is behind a prefix, as it stands; the fragment is the name where the client reads one. */
const behind =
  (prefix: string, readsName = false): Reader =>
  (link) => {
    expect(link.startsWith(prefix)).toBe(true)
    const [url = '', name] = link.slice(prefix.length).split('#')
    return { url, name: readsName && name !== undefined ? decodeURIComponent(name) : null }
  }

/** Java's URLDecoder, which reads + as a space. */
const javaDecode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/** v2rayNG: Android decodes the query and the fragment, then Java decodes both again. */
const v2rayNg: Reader = (link) => {
  const [rest = '', fragment] = link.replace('v2rayng://install-config?url=', '').split('#')
  return {
    url: javaDecode(decodeURIComponent(rest)),
    name: fragment === undefined ? null : decodeURIComponent(decodeURIComponent(fragment)),
  }
}

/** The rules of each client, by its own source or documentation. */
const readers: Record<string, Reader> = {
  'clash-verge': verge,
  'clash-meta': query('clashmeta://install-config'),
  clashbox: query('clashbox://install-config', false),
  shadowrocket: (link) => {
    const [, packed, remark] = /^shadowrocket:\/\/add\/sub:\/\/([\w-]+)\?remark=(.+)$/.exec(link)!
    return { url: Buffer.from(packed!, 'base64url').toString(), name: decodeURIComponent(remark!) }
  },
  'clash-mi': query('clash://install-config'),
  flclash: query('flclash://install-config', false),
  'clash-party': query('mihomo://install-config'),
  stash: query('stash://install-config'),
  v2rayng: v2rayNg,
  karing: query('karing://install-config'),
  hiddify: query('hiddify://import'),
  'sing-box': (link) => ({
    url: new URL(link).searchParams.get('url'),
    name: decodeURIComponent(new URL(link).hash.slice(1)),
  }),
  surge: query('surge:///install-config', false),
  loon: (link) => ({ url: new URL(link).searchParams.get('sub'), name: null }),
  'quantumult-x': (link) => {
    const text = new URL(link).searchParams.get('remote-resource')!
    const [entry] = (JSON.parse(text) as { server_remote: string[] }).server_remote
    const [url = '', tag = ''] = entry!.split(',').map((part) => part.trim())
    return { url, name: tag.replace('tag=', '') }
  },
  egern: query('egern:/profiles/new'),
  nekobox: query('sn://subscription'),
  surfboard: query('surfboard:///install-config', false),
  happ: behind('happ://add/'),
  v2raytun: behind('v2raytun://import/'),
  streisand: behind('streisand://import/', true),
  v2box: query('v2box://install-sub'),
  throne: (link) => {
    const packed = decodeURIComponent(link.replace('throne://addsub/', ''))
    expect(packed).toMatch(/^[A-Za-z\d+/]+=*$/)
    const [url = '', name = ''] = Buffer.from(packed, 'base64').toString().split('#')
    return { url, name: decodeURIComponent(name) }
  },
}
/** They take no name; the feed's headers name them. */
const nameless = ['clashbox', 'flclash', 'surge', 'loon', 'surfboard', 'happ', 'v2raytun']

it('has a reader for each client with a link', () => {
  const linked = clients.filter(({ link }) => link).map(({ id }) => id)
  expect(Object.keys(readers).toSorted()).toEqual(linked.toSorted())
})

it.each(Object.keys(readers))('%s gets address, format and name back', (id) => {
  const client = clients.find((known) => known.id === id)!
  const read = readers[id]!(feedLink(client, URL_TEXT, TITLE)!)
  expect(read.url).toBe(`${URL_TEXT}&flag=${client.format}`)
  expect(read.name).toBe(nameless.includes(id) ? null : TITLE)
})

it('hands over a single line that is decoded as often as the client does it', () => {
  const lineLinks = new Map(clients.flatMap(({ id, lineLink }) => (lineLink ? [[id, lineLink]] : [])))
  const fill = (id: string) => fillLink(lineLinks.get(id)!, { url: LINE, name: '' })
  expect([...lineLinks.keys()]).toEqual(['shadowrocket', 'v2rayng', 'hiddify'])
  expect(v2rayNg(fill('v2rayng')).url).toBe(LINE)
  expect(decodeURIComponent(fill('shadowrocket').replace('shadowrocket://add/', ''))).toBe(LINE)
  expect(fill('hiddify')).toBe(`hiddify://import/${LINE}`)
})

it('a comma does not end the name in Quantumult X', () => {
  const client = clients.find(({ id }) => id === 'quantumult-x')!
  expect(readers['quantumult-x']!(feedLink(client, URL_TEXT, 'a, b')!).name).toBe('a， b')
})

it('fills what it knows and keeps what it does not', () => {
  expect(fillLink('x://{url}/{unknown}/{constructor}', { url: 'a b', name: '' })).toBe(
    'x://a%20b/{unknown}/{constructor}',
  )
  expect(flaggedUrl('https://a.example/sub/t?flag=old', 'loon')).toBe('https://a.example/sub/t?flag=loon')
})
