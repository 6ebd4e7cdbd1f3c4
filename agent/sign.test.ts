import { expect, test } from 'vitest'

import { signedHeaders } from './sign.ts'

// The examples of docs/node-api.md; the first can be made with openssl:
//   printf 'GET\n/api/node/v1/users?since=0&wait=25\n3\n1767225600\n' | openssl dgst -sha256 -hmac example-secret
const identity = { nodeId: 12, secret: 'example-secret', epoch: 3 }
const unixSeconds = 1_767_225_600

test('signs a call without a body, including its query', () => {
  const request = { method: 'GET', pathWithQuery: '/api/node/v1/users?since=0&wait=25', body: '', unixSeconds }
  expect(signedHeaders(identity, request)).toEqual({
    'x-yx-node': '12',
    'x-yx-epoch': '3',
    'x-yx-time': '1767225600',
    'x-yx-signature': 'a96ac81086b393f49399b670c15656382d6542d25491d9beedfdd02714fdbd92',
  })
})

test('signs the bytes of a body', () => {
  const body = '{"batchId":"boot-1.1","boot":"boot-1","seq":1,"seconds":5,"items":[]}'
  const request = { method: 'POST', pathWithQuery: '/api/node/v1/batches', body, unixSeconds }
  const signature = 'b6aa7619701cf7a3b8f7dc24a3d4305ce4182074323d5058d0cc6a4b9ca3b7ae'
  expect(signedHeaders(identity, request)['x-yx-signature']).toBe(signature)
})
