import { writeFileSync } from 'node:fs'
import { createTempFolder, startHttpServer, type TempFolder, type TestHttpServer, testAuthority } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withDefaults } from '../start-options/load.ts'
import { openData } from '../store/open-data.ts'
import { type Command, readArguments } from './arguments.ts'
import { CommandError } from './command-error.ts'
import { migrate } from './migrate.ts'

let folder: TempFolder
let server: TestHttpServer
beforeEach(async () => {
  folder = await createTempFolder()
  server = await startHttpServer()
  await (await openData(folder.path)).close()
})
afterEach(async () => {
  await server.down()
  await folder.remove()
})

const loaded = (data_dir = folder.path) => ({ settings: withDefaults({ data_dir }), overrides: [] })

async function run(args: readonly string[], options: { data?: string; secret?: string } = {}) {
  const command = readArguments(['migrate', ...args])
  if (command.name !== 'migrate') throw new Error('another command')
  const printed: string[] = []
  const code = await migrate(loaded(options.data), command satisfies Command, {
    askSecret: async () => options.secret ?? 'public',
    print: (text) => printed.push(text),
    progress: () => {},
    signal: new AbortController().signal,
  })
  return { code, text: printed.join('\n') }
}

const json = (body: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('the command migrate', () => {
  it('needs data, a URL and a target that responds like EMQX', async () => {
    await expect(run(['--to', server.origin], { data: `${folder.path}/none` })).rejects.toThrow('There is no data in')
    await expect(run(['--to', 'emqx:18083'])).rejects.toThrow('such as http://emqx:18083')
    await expect(run(['--to', 'http://127.0.0.1:9'])).rejects.toThrow(/cannot be used: .*ECONNREFUSED/)
    await expect(run(['--to', server.origin, '--ca-file', '/none'])).rejects.toThrow('--ca-file cannot be read')
    server.answer((_request, response) => response.writeHead(200).end('<html>'))
    await expect(run(['--to', server.origin])).rejects.toThrow(CommandError)
  })

  it('follows no redirects, and limits the response size', async () => {
    server.answer((_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    await expect(run(['--to', server.origin])).rejects.toThrow('redirects to another address')
    server.answer((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024)
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) {}
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    })
    await expect(run(['--to', server.origin])).rejects.toThrow('larger than')
  })

  it('trusts a certificate only if its CA is given', async () => {
    const authority = await testAuthority()
    const secure = await startHttpServer(await authority.issue())
    secure.answer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"BAD_USERNAME_OR_PWD","message":""}')
    })
    const file = `${folder.path}/ca.pem`
    writeFileSync(file, authority.cert)
    await expect(run(['--to', secure.origin])).rejects.toThrow(/cannot be used: .*certificate/)
    expect(secure.requests()).toEqual([])
    await expect(run(['--to', secure.origin, '--ca-file', file])).rejects.toThrow('BAD_USERNAME_OR_PWD')
    await secure.down()
  })

  it('signs in with an API key as well, and prints no secret', async () => {
    const seen: (string | undefined)[] = []
    server.answer(({ headers }, response) => {
      seen.push(headers.authorization)
      const { headers: type, body } = json({ code: 'BAD', message: 'no' })
      response.writeHead(401, type).end(body)
    })
    const refused = run(['--to', server.origin, '--api-key', 'key-1'], { secret: 'secret-1' })
    await expect(refused).rejects.toThrow('BAD: no')
    expect(seen).toEqual([`Basic ${Buffer.from('key-1:secret-1').toString('base64')}`])
  })
})
