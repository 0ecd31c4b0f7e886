@echo off
rem Runs Doorlist with the Java runtime beside it, whatever Java settings this machine has.
setlocal
chcp 65001 >nul
set "JDK_JAVA_OPTIONS="
set "JAVA_TOOL_OPTIONS="
set "_JAVA_OPTIONS="
for %%i in ("%~dp0..") do set "root=%%~fi"
set "options=%root%\lib\doorlist.options"
if "%~1"=="up" set "options=%root%\lib\up.options"
if "%~1"=="start" set "options=%root%\lib\up.options"
"%root%\runtime\bin\java.exe" "@%options%" "-Ddoorlist.root=%root%" "-Ddoorlist.columns=80" ^
  "-Dorg.sqlite.lib.path=%root%\lib\native" -cp "%root%\lib\*" io.doorlist.cli.Doorlist %*
