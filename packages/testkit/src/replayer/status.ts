import { isRecord } from '@mqdeck/contract'
import type { Row } from './lists.ts'

/** An enabled connector, action or source is connected, because there is nothing behind it that could fail. */
export function withStatus(row: Row, enable: boolean): Row {
  const status = enable ? 'connected' : 'stopped'
  const { status_reason: _, ...rest } = row
  const nodes = [row.node_status].flat().filter(isRecord)
  return { ...rest, enable, status, node_status: nodes.map(({ node }) => ({ node, status })) }
}
