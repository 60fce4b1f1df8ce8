import { ApiError } from '@mqdeck/contract'
import { describe, expect, test } from 'vitest'
import { errorSentence } from '../errors/errors.ts'
import { nodeFaultOf } from './node-fault.ts'

describe('a message of a node that did not answer', () => {
  test.each([
    ["bad rpc call 'emqx2@127.0.0.1', Reason nodedown", 'emqx2@127.0.0.1', false],
    ['RPC failed: {badrpc,nodedown}', undefined, false],
    ['{erpc,timeout} on emqx3@core-3.emqx.svc.cluster.local', 'emqx3@core-3.emqx.svc.cluster.local', true],
    ['Node emqx2@127.0.0.1 does not respond. The cluster waits for it', 'emqx2@127.0.0.1', false],
    ['[{"emqx2@10.0.0.2",{badrpc,timeout}}]', 'emqx2@10.0.0.2', true],
  ])('%s', (message, node, isTimeout) => {
    expect(nodeFaultOf(message)).toEqual({ node, isTimeout })
  })

  test('other messages are not recognized', () => {
    expect(nodeFaultOf('Resource m1 is down, contact ops@example.com')).toBeUndefined()
    expect(nodeFaultOf('')).toBeUndefined()
  })

  test('is shown as a sentence, with the name of the node if it is known', () => {
    const error = (code: string, message: string) => new ApiError(500, { code, message })
    expect(errorSentence(error('NODE_DOWN', "bad rpc call 'emqx2@127.0.0.1', Reason nodedown"), 'en')).toBe(
      'emqx2@127.0.0.1 did not respond.',
    )
    expect(errorSentence(error('INTERNAL_ERROR', '{badrpc,timeout}'), 'en')).toBe(
      'A node of the cluster did not respond in time.',
    )
    expect(errorSentence(error('NODE_DOWN', ''), 'zh')).toBe('集群中有节点没有响应。')
  })
})
