export function SettingsPage() {
  return <h1>Kierki</h1>
}
