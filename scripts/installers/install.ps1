# Installs gridmill @VERSION@ for Windows into $env:GRIDMILL_ROOT or $HOME\.local.
$ErrorActionPreference = "Stop"
$base = if ($env:GRIDMILL_BASE) { $env:GRIDMILL_BASE } else { "@ADDRESS@/releases/download/v@VERSION@" }
$root = if ($env:GRIDMILL_ROOT) { $env:GRIDMILL_ROOT } else { Join-Path $HOME ".local" }
$archive = "gridmill-x86_64-pc-windows-msvc.zip"
$folder = New-Item -ItemType Directory -Path (Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid()))
try {
    Invoke-WebRequest "$base/$archive" -OutFile (Join-Path $folder $archive)
    Invoke-WebRequest "$base/$archive.sha256" -OutFile (Join-Path $folder "sha256")
    $expected = (Get-Content (Join-Path $folder "sha256")).Split(" ")[0]
    if ((Get-FileHash (Join-Path $folder $archive)).Hash -ne $expected) { throw "the checksum of $archive differs" }
    Expand-Archive (Join-Path $folder $archive) $folder
    $bin = New-Item -ItemType Directory -Force -Path (Join-Path $root "bin")
    Copy-Item (Join-Path $folder "gridmill-x86_64-pc-windows-msvc\gridmill.exe") $bin
    Write-Output "gridmill @VERSION@ is in $bin"
} finally {
    Remove-Item -Recurse -Force $folder
}
