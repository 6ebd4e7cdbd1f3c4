import { BlockList, isIPv4 } from 'node:net'
import { expect, test } from 'vitest'

import { blockedRanges, parseRange } from './blocked-ranges.ts'

function listOf(reach: string[]) {
  const list = new BlockList()
  for (const range of blockedRanges(reach)) {
    const [address = '', prefix] = range.split('/')
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return (address: string) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

const inside = [
  '0.0.0.0 10.1.2.3 100.100.100.200 127.0.0.1 127.255.255.255 169.254.169.254 172.31.0.1 192.168.1.1 192.0.0.192',
  '168.63.129.16 224.0.0.251 255.255.255.255 :: ::1 ::7f00:1 fd00:ec2::254 fe80::1 ff02::fb 64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
]
const outside = [
  '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 172.15.255.255 172.32.0.0',
  '168.63.129.15 223.255.255.255 2606:4700::1111 2a00::1 64:ff9b::101:101',
]

test('blocks the machine, its network and its cloud credentials, but not the Internet', () => {
  const isBlocked = listOf([])
  for (const address of inside.flatMap((line) => line.split(' '))) expect(isBlocked(address), address).toBe(true)
  for (const address of outside.flatMap((line) => line.split(' '))) expect(isBlocked(address), address).toBe(false)
})

test('no two ranges overlap, because an engine searches them as a sorted list', () => {
  const ranges = blockedRanges(['127.0.0.2']).map(parseRange)
  const ends = ranges.map(({ bits, first, prefix }) => ({
    bits,
    first,
    last: first + (1n << BigInt(bits - prefix)) - 1n,
  }))
  const overlaps = ends.filter((one) =>
    ends.some(
      (other) => other !== one && other.bits === one.bits && other.first <= one.last && one.first <= other.last,
    ),
  )
  expect(overlaps).toEqual([])
})

test('leaves out exactly the allowed addresses and nothing beside them', () => {
  const isBlocked = listOf(['127.0.0.2', '10.8.0.0/16', '::1/128', '8.8.8.8'])
  for (const address of ['127.0.0.2', '10.8.0.0', '10.8.255.255', '::1']) expect(isBlocked(address)).toBe(false)
  for (const address of ['127.0.0.1', '127.0.0.3', '10.7.255.255', '10.9.0.0', '::', '::2', '192.168.0.1'])
    expect(isBlocked(address)).toBe(true)
  expect(listOf(['0.0.0.0/0'])('127.0.0.1')).toBe(false)
  expect(listOf(['0.0.0.0/0'])('::1')).toBe(true)
})

test.each(['', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '::/129', '::1/x', 'localhost', '10.0.0.0/8/8'])(
  'refuses text that is no range: %s',
  (text) => {
    expect(() => parseRange(text)).toThrow('`reach`')
  },
)
