import { PageHeader } from '../../../ui/index.ts'

export default function ValidationsPage() {
  return <PageHeader />
}
