import { ChannelPage } from '../../integration/index.ts'

export default function ActionPage() {
  return <ChannelPage kind="action" />
}
