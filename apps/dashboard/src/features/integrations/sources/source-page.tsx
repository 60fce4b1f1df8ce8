import { ChannelPage } from '../index.ts'

export default function SourcePage() {
  return <ChannelPage kind="source" />
}
