import { expect, it } from 'vitest'
import { clusterMessage } from './start-message-cluster.ts'

const server = {
  urls: { dashboard: 'http://127.0.0.1:18083/mqtt' },
  dashboardHost: '127.0.0.1',
  cluster: ['http://n1:18083', 'http://n2:18083'],
}
const profile = { broker: ['https://t1'], caFile: undefined, color: undefined, production: false }

it('lists the cluster and the other clusters with their addresses', () => {
  const text = clusterMessage(server, { clusters: [{ ...profile, name: 'test' }] })
  expect(text).toContain('http://n1:18083\n              http://n2:18083')
  expect(text).toContain('http://127.0.0.1:18083/mqtt/@test/')
  expect(text).toContain('only this machine can reach it')
})

it('reports an open dashboard', () => {
  expect(clusterMessage({ ...server, dashboardHost: '0.0.0.0' }, { clusters: [] })).toContain('OPEN')
})
