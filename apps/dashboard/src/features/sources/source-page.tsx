import { ChannelPage } from '../../integration/index.ts'

export default function SourcePage() {
  return <ChannelPage kind="source" />
}
