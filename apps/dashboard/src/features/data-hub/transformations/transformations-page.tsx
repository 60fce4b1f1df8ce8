import { PageHeader } from '../../../ui/index.ts'

export default function TransformationsPage() {
  return <PageHeader />
}
