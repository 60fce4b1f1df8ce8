import { expect, test } from 'vitest'
import { readSite } from '../../lib/browser/base-path.ts'
import { createDeployment } from './deployment.ts'

const site = readSite(
  '{"basePath":"/mqtt/@test","webSocket":true,"clusters":[{"name":"main","production":false,"href":"/mqtt/"},{"name":"test","production":true,"href":"/mqtt/@test/"}],"current":1}',
)

test('all URLs are below the base path', () => {
  const { apiUrl, absoluteApiUrl, cluster } = createDeployment(site, 'https://host')
  expect(apiUrl).toBe('/mqtt/@test/api/v5')
  expect(absoluteApiUrl).toBe('https://host/mqtt/@test/api/v5')
  expect(cluster).toMatchObject({ name: 'test', production: true })
})

test('a WebSocket goes through the server, with the token as a subprotocol that no other server gets', () => {
  const { webSocketUrl, webSocketProtocols, listenerBehind } = createDeployment(site, 'https://host')
  const url = webSocketUrl({ id: 'ws:my own', path: '/mqtt' }) ?? ''
  expect(url).toBe('wss://host/mqtt/@test/mqdeck/ws/ws:my%20own/mqtt')
  expect(webSocketProtocols(url, ['mqtt'], 'a?b')).toEqual(['mqtt', 'mqdeck.bearer.YT9i'])
  expect(webSocketProtocols(url, ['mqtt'], 'a?b', 'ab12')).toEqual([
    'mqtt',
    'mqdeck.bearer.YT9i',
    'mqdeck.certificate.ab12',
  ])
  expect(listenerBehind(url)).toBe('ws:my own')
  expect(listenerBehind('wss://host:8084/mqtt')).toBeUndefined()
  expect(webSocketProtocols('wss://host:8084/mqtt', ['mqtt'], 'a')).toEqual(['mqtt'])
  expect(webSocketProtocols('wss://host.example.org/mqtt/@test/mqdeck/ws/x', ['mqtt'], 'a')).toEqual(['mqtt'])
})

test('a server that does not forward WebSockets has no such URL', () => {
  expect(
    createDeployment(readSite(null), 'http://host').webSocketUrl({ id: 'ws:default', path: '/mqtt' }),
  ).toBeUndefined()
})

test('in front of a cluster, MQDeck paths that the server does not list are absent', () => {
  const listed = readSite('{"ownPaths":["/mqdeck/listeners/{id}/certificate"]}')
  const { isAbsent, isProxy } = createDeployment(listed, 'https://host')
  expect(isProxy).toBe(true)
  expect(['/mqdeck/security', '/mqdeck/listeners/ws:default', '/nodes'].map(isAbsent)).toEqual([true, true, false])
  expect(isAbsent('/mqdeck/listeners/wss%3Adefault/certificate')).toBe(false)
  expect(createDeployment(readSite(null), 'https://host').isAbsent('/mqdeck/security')).toBe(false)
})
