import { CreatePage } from '../index.ts'

export default function CreateConnectorPage() {
  return <CreatePage kind="connector" />
}
