import { ChannelsPage } from '../../integration/index.ts'

export default function SourcesPage() {
  return <ChannelsPage kind="source" />
}
