import { ChannelsPage } from '../index.ts'

export default function SourcesPage() {
  return <ChannelsPage kind="source" />
}
