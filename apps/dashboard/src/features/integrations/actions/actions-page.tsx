import { ChannelsPage } from '../index.ts'

export default function ActionsPage() {
  return <ChannelsPage kind="action" />
}
