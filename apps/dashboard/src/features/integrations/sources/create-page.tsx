import { CreatePage } from '../index.ts'

export default function CreateSourcePage() {
  return <CreatePage kind="source" />
}
