import type { AuthorizeAction } from '@mqdeck/broker'
import { readInput, variants } from '@mqdeck/contract'
import { silentLog, systemClock } from '@mqdeck/kit'
import { freePort, type HttpAnswerer, startHttpServer, testAuthority } from '@mqdeck/testkit'
import { type AuthzStage, clientInfoWith, describeAuthz, type StoredRule } from '@mqdeck/testkit/suites'
import { describe, expect, onTestFinished, test } from 'vitest'
import { matchRules } from '../rules/compile.ts'
import { compileRow } from '../rules/row.ts'
import { type HttpAuthzSettings, http as manifest } from './manifest.ts'
import { runtime } from './runtime.ts'

const kind = variants(manifest.structs)

function create(settings: object) {
  const wire = readInput(kind.schema, { type: 'http', ...settings })
  // Of the manifest's structs.
  return runtime.create(kind.toPlain(wire) as HttpAuthzSettings, {
    clock: systemClock,
    folder: '/nowhere',
    log: silentLog,
  })
}

const json = (fields: object): HttpAnswerer => {
  return (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(fields))
}

/** Decides by rules like the service of a company. It ignores actions without a rule. */
const serviceFor =
  (rules: readonly StoredRule[]): HttpAnswerer =>
  (request, response) => {
    const { username, clientid, topic, action, qos } = JSON.parse(request.body)
    const own = rules.filter((rule) => rule.username === username).map(({ username: _, ...rule }) => compileRow(rule))
    const client = clientInfoWith({ username, clientId: clientid })
    const asked: AuthorizeAction = { type: action, topic, qos: qos === '1' ? 1 : 0, retain: false }
    const found = matchRules(own, client, asked)
    if (found) json({ result: found.rule.permission })(request, response)
    else response.writeHead(404).end()
  }

const body = {
  username: '${username}',
  clientid: '${clientid}',
  topic: '${topic}',
  action: '${action}',
  qos: '${qos}',
  retain: '${retain}',
}

describeAuthz('HTTP', {
  async open(): Promise<AuthzStage> {
    const authority = await testAuthority()
    const server = await startHttpServer(await authority.issue())
    const tls = (cacertfile: string) => ({ ssl: { enable: true, verify: 'verify_peer', cacertfile } })
    const make = (changes: object = {}) =>
      create({ method: 'post', url: `${server.origin}/acl`, body, ...tls(authority.cert), ...changes })
    const otherCa = (await testAuthority('Another CA')).cert
    return {
      async source(rules) {
        server.answer(serviceFor(rules))
        return make()
      },
      broken: {
        down: async () => make({ url: `http://127.0.0.1:${await freePort()}` }),
        'a wrong CA': async () => make(tls(otherCa)),
      },
      async slow() {
        server.answer(() => {})
        return make({ request_timeout: '100ms' })
      },
      close: server.down,
    }
  },
})

describe('an HTTP server', () => {
  async function started(settings: object) {
    const server = await startHttpServer()
    onTestFinished(server.down)
    const source = create({ url: `${server.origin}/acl`, ...settings })
    onTestFinished(() => source.stop())
    await source.start()
    const ask = () => source.authorize(clientInfoWith(), { type: 'publish', topic: 'a/ä', qos: 1, retain: true })
    return { server, ask }
  }

  test('receives the action of the client', async () => {
    const { server, ask } = await started({ method: 'get', body })
    await ask()
    expect(server.requests().map(({ target }) => target)).toEqual([
      '/acl?username=ann&clientid=c1&topic=a%2F%C3%A4&action=publish&qos=1&retain=true',
    ])
  })

  test('allows with 204, decides by its body with 200, and is ignored with other statuses', async () => {
    const { server, ask } = await started({ method: 'post', body })
    const answers: readonly (readonly [HttpAnswerer, string])[] = [
      [(_, response) => void response.writeHead(204).end(), 'allow'],
      [json({ result: 'allow' }), 'allow'],
      [json({ result: 'deny' }), 'deny'],
      [json({ result: 'ignore' }), 'ignore'],
      [json({}), 'ignore'],
      [(_, response) => void response.writeHead(200).end('{"result": "deny"}'), 'deny'],
      [(_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('allow'), 'nomatch'],
      [(_, response) => void response.writeHead(403).end(), 'nomatch'],
      [(_, response) => void response.writeHead(500).end(), 'nomatch'],
    ]
    for (const [answer, result] of answers) {
      server.answer(answer)
      expect(await ask()).toBe(result)
    }
  })
})
