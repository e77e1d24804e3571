export function CreatePage() {
  return <h1>Kierki</h1>
}
