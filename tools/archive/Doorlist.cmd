@echo off
rem Starts Doorlist: double-click this.
title Doorlist
call "%~dp0bin\doorlist.cmd" start %*
if errorlevel 1 if "%DOORLIST_NO_PAUSE%"=="" pause
