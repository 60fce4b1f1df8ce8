import { ChannelsPage } from '../../integration/index.ts'

export default function ActionsPage() {
  return <ChannelsPage kind="action" />
}
