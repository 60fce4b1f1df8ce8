import { CreatePage } from '../../integration/index.ts'

export default function CreateSourcePage() {
  return <CreatePage kind="source" />
}
