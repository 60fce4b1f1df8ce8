import { ChannelPage } from '../index.ts'

export default function ActionPage() {
  return <ChannelPage kind="action" />
}
