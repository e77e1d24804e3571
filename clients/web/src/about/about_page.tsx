export function AboutPage() {
  return <h1>Kierki</h1>
}
