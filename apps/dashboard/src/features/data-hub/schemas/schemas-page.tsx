import { PageHeader } from '../../../ui/index.ts'

export default function SchemasPage() {
  return <PageHeader />
}
