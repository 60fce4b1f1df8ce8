import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cheapPasswordCost, createTempFolder, type TempFolder } from '@mqdeck/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startServer } from '../server.ts'
import { openData } from '../store/open-data.ts'
import { freePorts } from '../test-server.ts'

let folder: TempFolder
let file: string
beforeEach(async () => {
  folder = await createTempFolder()
  file = join(folder.path, 'configs/cluster.hocon')
  // A configuration without a database is rejected.
  await (await openData(folder.path)).close()
  mkdirSync(join(folder.path, 'configs'))
})
afterEach(() => folder.remove())

const problem = () =>
  startServer({ settings: { data_dir: folder.path, ...freePorts }, passwordCost: cheapPasswordCost }).then(
    async (server) => {
      await server.stop()
      return 'it has started'
    },
    (error: Error) => error.message,
  )

describe('an invalid configuration file is reported with line and key, and not changed', () => {
  test.each([
    ['a root', 'delayed.enable = true\nmqt.max_inflight = 1', 'line 2, mqt: is not known; did you mean mqtt?'],
    ['a field', '\nmqtt { max_inflight = 0 }', 'line 2, mqtt.max_inflight: must be between 1 and 65535'],
    [
      'a zone',
      'zones {\n  z.mqtt.max_inflight = 0\n}',
      'line 2, zones.z.mqtt.max_inflight: must be between 1 and 65535',
    ],
    ['a name of a zone', 'zones.default {}', 'line 1, zones.default: '],
    [
      'a zone that is missing',
      'listeners.tcp.a { bind = "127.0.0.1:0"\nzone = none }',
      'line 2, listeners.tcp.a.zone: ',
    ],
    [
      'a topic rewrite rule',
      'rewrite = [\n  {action = all, source_topic = "a", dest_topic = "b", re = "("}\n]',
      'line 2, rewrite.1.re: ',
    ],
    ['half a file', 'mqtt {', 'line 1, mqtt: the closing } is missing'],
  ])('%s', async (_, text, expectedMessage) => {
    writeFileSync(file, text)
    const message = await problem()
    expect(message).toContain(`${file}: ${expectedMessage}`)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(dirname(file))).toEqual(['cluster.hocon'])
  })

  test('a folder in its place', async () => {
    rmSync(file, { force: true })
    mkdirSync(file)
    expect(await problem()).toContain(`${file}: cannot be read (EISDIR`)
  })
})
